import { Button, MantineProvider, PasswordInput, Table, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The floor of the browser: React and Mantine with the rows of two lists, without menu tree, permissions, saved views,
 * live updates and texts in two languages. Answers are never refetched.
 */

const lists: Record<string, readonly string[]> = {
  '/products': 'updated_at id erp_code name description price quantity image is_active'.split(' '),
  '/partners': 'id name city_name address phone email debt pib is_active'.split(' '),
}

type Row = { id: number } & Record<string, unknown>

async function page(path: string, size: number) {
  const response = await fetch(`/api${path}/index`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
    body: JSON.stringify({ filters: {}, options: { page: 1, itemsPerPage: size } }),
  })
  return (await response.json()) as { result: Row[] }
}

function List({ path, columns }: { path: string; columns: readonly string[] }) {
  const [size, setSize] = useState(10)
  const [open, setOpen] = useState<Row>()
  const { data } = useQuery({ queryKey: [path, size], queryFn: () => page(path, size) })
  return (
    <>
      <h1>{path}</h1>
      <label>
        Rows
        <select value={size} onChange={(event) => setSize(Number(event.target.value))}>
          <option>10</option>
          <option>100</option>
        </select>
      </label>
      <div style={{ display: 'flex', height: 700 }}>
        <section style={{ flex: 1, overflow: 'auto' }}>
          <Table>
            <thead>
              <tr>
                {columns.map((key) => (
                  <th key={key}>{key}</th>
                ))}
              </tr>
              <tr>
                {columns.map((key) => (
                  <td key={key}>
                    <TextInput name={key} aria-label={key} />
                  </td>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.result.map((row) => (
                <tr key={row.id} onClick={() => setOpen(row)}>
                  {columns.map((key) => (
                    <td key={key}>{String(row[key] ?? '')}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
        {open && <Panel columns={columns} row={open} />}
      </div>
    </>
  )
}

const Panel = ({ columns, row }: { columns: readonly string[]; row: Row }) => (
  <aside data-side-panel style={{ width: 384 }}>
    <dl>
      {columns.map((key) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{String(row[key] ?? '')}</dd>
        </div>
      ))}
    </dl>
  </aside>
)

const SignIn = () => (
  <form>
    <h1>Floor</h1>
    <TextInput name="username" label="Username" autoFocus />
    <PasswordInput name="password" label="Password" />
    <Button type="submit">Sign in</Button>
  </form>
)

function App() {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => addEventListener('popstate', () => setPath(location.pathname)), [])
  if (path === '/login') return <SignIn />
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    const { pathname } = new URL(event.currentTarget.href)
    history.pushState(null, '', pathname)
    setPath(pathname)
  }
  const columns = lists[path]
  return (
    <>
      <nav>
        {['/', ...Object.keys(lists)].map((to) => (
          <a key={to} href={to} onClick={go}>
            {to}
          </a>
        ))}
      </nav>
      {columns ? <List key={path} path={path} columns={columns} /> : <h1>Home</h1>}
    </>
  )
}

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>,
  )

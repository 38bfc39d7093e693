interface Request {
  method: string
  headers: Record<string, string>
  body: BodyInit | null
  signal?: AbortSignal
}

/** A `fetch` that reports upload progress from 0 to 1; browsers offer that only by XMLHttpRequest. */
export function upload(
  url: string,
  request: Request,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const wire = new XMLHttpRequest()
    wire.open(request.method, url)
    for (const [name, value] of Object.entries(request.headers)) wire.setRequestHeader(name, value)
    wire.responseType = 'blob'
    wire.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    wire.onload = () => resolve(responseOf(wire))
    wire.onerror = () => reject(new TypeError('network'))
    wire.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => wire.abort())
    wire.send(request.body as XMLHttpRequestBodyInit) // every BodyInit except a stream, which is never sent
  })
}

function responseOf(wire: XMLHttpRequest): Response {
  const lines = wire.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  const blob: Blob = wire.response
  return new Response(blob, { status: wire.status, statusText: wire.statusText, headers })
}

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
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'blob'
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    xhr.onload = () => resolve(responseOf(xhr))
    xhr.onerror = () => reject(new TypeError('network'))
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(request.body as XMLHttpRequestBodyInit) // every BodyInit except a stream, which is never sent
  })
}

function responseOf(xhr: XMLHttpRequest): Response {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  const blob: Blob = xhr.response
  return new Response(blob, { status: xhr.status, statusText: xhr.statusText, headers })
}

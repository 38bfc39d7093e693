/** The S3 bucket of the files, when they are not on the disk. */
export interface S3Settings {
  /** Scheme, host and port. */
  origin: string
  bucket: string
  /** Prefix of all keys: empty, or folders that end with `/`. */
  prefix: string
  region: string
  key: string
  secret: string
  /** Timeout in ms without a byte sent or received. */
  maxWaitMs: number
}

/** Where the files are stored: in a bucket when `s3` is set, else below `dataDir`. */
export interface StorageLocation {
  dataDir: string
  s3?: S3Settings | undefined
}

type Text = (name: string) => string | undefined

/** Reads FILES_URL; without it files are on the disk. Problems are pushed to `wrong`, never with the secret. */
export function readFilesSettings(text: Text, wrong: string[]): S3Settings | undefined {
  const url = text('FILES_URL')
  if (url === undefined) return undefined
  const settings = settingsOf(url)
  if (!settings)
    wrong.push(
      'FILES_URL must be an address like s3://KEY:SECRET@s3.example.com/bucket/folder?region=eu-central-1, with what is special in key and secret percent-encoded',
    )
  return settings
}

const QUERY = new Set(['region', 'tls', 'timeout'])

function settingsOf(text: string): S3Settings | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !url.host || url.hash) return undefined
  const key = decoded(url.username)
  const secret = decoded(url.password)
  const [, bucket, folder = ''] =
    /^\/([a-z0-9][\w.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/i.exec(url.pathname) ?? []
  const query = Object.fromEntries(url.searchParams)
  const { region = 'us-east-1', tls = '1', timeout = '10' } = query
  const isKnown = Object.keys(query).every((name) => QUERY.has(name)) && /^[\w-]+$/.test(region)
  if (!key || !secret || !bucket || !isKnown) return undefined
  if (!/^[01]$/.test(tls) || !/^[1-9]\d{0,2}$/.test(timeout)) return undefined
  const prefix = folder && `${folder.slice(1)}/`
  const origin = `${tls === '1' ? 'https' : 'http'}://${url.host}`
  return { origin, bucket, prefix, region, key, secret, maxWaitMs: Number(timeout) * 1000 }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

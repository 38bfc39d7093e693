/**
 * What every answer tells the browser about how to treat it, as fixed text: a policy that were built per request would
 * cost more than reading a row. `tileHosts` may send pictures of maps.
 */
export const securityHeaders = (tileHosts: string[]) => ({
  'cache-control': 'no-store', // answers are private unless one says otherwise
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ["img-src 'self' blob: data:", ...tileHosts].join(' '),
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'", // and no upgrade-insecure-requests: an office may run it on plain http inside its walls
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000', // this host alone: what its neighbours speak is not ours to say
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

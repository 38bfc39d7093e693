/**
 * The security headers of every response, computed once: building the policy per request would cost more than reading a
 * row. `tileHosts` may serve map tiles.
 */
export const securityHeaders = (tileHosts: string[]) => ({
  'cache-control': 'no-store', // responses are private by default
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
    "connect-src 'self'", // no upgrade-insecure-requests: an office may use plain HTTP in its own network
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000', // without includeSubDomains: other hosts of the domain may use HTTP
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

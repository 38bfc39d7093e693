// The browser that drives the journeys. Debian's headless shell is far quicker than a full Chromium.
const apt = require('./apt.cjs')

const names = ['chromium-headless-shell', 'chromium', 'google-chrome']

/** The path of a Chromium, installed when we may. Throws a sentence that says what to do otherwise. */
function findBrowser() {
  const given = process.env.CHROMIUM_PATH || apt.which(names)
  if (given) return given
  apt.install(names[0], 'a browser for the journeys')
  return apt.which(names)
}

module.exports = { findBrowser }

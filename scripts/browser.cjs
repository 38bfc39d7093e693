// The browser of the e2e tests. Debian's headless shell is far faster than a full Chromium.
const apt = require('./apt.cjs')

const names = ['chromium-headless-shell', 'chromium', 'google-chrome']

const needed = [names[0], 'a browser for the journeys']

/** The path of a Chromium, which is installed if possible. Throws an error that says what to do otherwise. */
function findBrowser() {
  const found = installed()
  if (found) return found
  apt.install(...needed)
  return installed()
}

/** Why the e2e tests cannot run here, as a sentence; undefined when they can. */
function whyNoBrowser() {
  return installed() ? undefined : apt.refusal(...needed)
}

function installed() {
  return process.env.CHROMIUM_PATH || apt.which(names)
}

module.exports = { findBrowser, whyNoBrowser }

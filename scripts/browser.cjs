// The browser that drives the journeys. Debian's headless shell is far quicker than a full Chromium.
const apt = require('./apt.cjs')

const names = ['chromium-headless-shell', 'chromium', 'google-chrome']

const needed = [names[0], 'a browser for the journeys']

/** The path of a Chromium, installed when we may. Throws a sentence that says what to do otherwise. */
function findBrowser() {
  const found = installed()
  if (found) return found
  apt.install(...needed)
  return installed()
}

/** Why the journeys cannot run here, as a sentence; nothing when they can. */
function whyNoBrowser() {
  return installed() ? undefined : apt.refusal(...needed)
}

function installed() {
  return process.env.CHROMIUM_PATH || apt.which(names)
}

module.exports = { findBrowser, whyNoBrowser }

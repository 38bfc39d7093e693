/** The search params of the current URL, for links that lead back to this list. */
export const currentSearch = () => Object.fromEntries(new URLSearchParams(location.search))

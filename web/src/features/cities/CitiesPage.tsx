export function CitiesPage() {
  return <h1>Cities</h1>
}

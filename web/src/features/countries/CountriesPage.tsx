export function CountriesPage() {
  return <h1>Countries</h1>
}

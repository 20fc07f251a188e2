export default function Home() {
  return <h1>Motion</h1>;
}

import Walk from './walk';

export default function Page() {
  return (
    <>
      <h1>Walk</h1>
      <Walk />
    </>
  );
}

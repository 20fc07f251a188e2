import March from './march';

export default function Page() {
  return (
    <>
      <h1>March</h1>
      <March />
    </>
  );
}

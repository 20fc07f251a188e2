'use client';

/** From light to dark, and back. */
export function Switch() {
  const change = () => {
    const { style } = document.documentElement;
    style.colorScheme = style.colorScheme === 'dark' ? 'light' : 'dark';
  };
  return <button onClick={change}>Colours</button>;
}

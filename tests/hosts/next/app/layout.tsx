import type { ReactNode } from 'react';
import Link from 'next/link';
import { Switch } from './switch';

export const metadata = { title: 'Motion', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" style={{ colorScheme: 'light' }}>
      <body>
        <nav>
          <Link href="/">Home</Link> <Link href="/walk">Walk</Link> <Link href="/march">March</Link> <Switch />
        </nav>
        {children}
      </body>
    </html>
  );
}

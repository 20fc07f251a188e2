/** What the extension and the page in its webview say to each other. */

/** A file on its way to the page. */
export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type ToPage =
  /** What to show: the motion with its companions, and those compared with it, whose addresses are `compared`. `again`: a file was saved. */
  | { kind: 'files'; main: SentFile[]; others: SentFile[][]; compared: string[]; again: boolean }
  /** The file cannot be read at all. */
  | { kind: 'unreadable'; text: string };

export type FromPage =
  /** The page is there. `compared`: the addresses of what it was compared with before it was hidden. */
  | { kind: 'ready'; compared: string[] }
  /** The player saves files that belong together. */
  | { kind: 'save'; files: SentFile[] };

/** Something that a visitor has changed, and how it is undone and done again. */
export interface Change {
  /** What it is about; a later change of the same, in the same step, replaces it. */
  of: unknown;
  /** What it is called, as in the words of the panels. */
  name: string;
  undo: () => void;
  redo: () => void;
  /** The value before and the value now, if it has one: a step that leads back to where it began is none. */
  from?: unknown;
  to?: unknown;
  /** It means nothing for the next clip of the player. */
  ofClip?: boolean;
  /** What it keeps in memory to be undone. */
  bytes?: number;
}

/** What notes changes, and tells what was taken away with a way back. */
export interface Notes {
  note(change: Change, words?: string): void;
  tell(text: string): void;
}

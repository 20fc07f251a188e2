/** What tools give to those who paint pictures and films. */
import type { Session } from './player/session/session.js';
import type { Studio } from './share/studio.js';
import type { PictureOptions } from './types.d.ts';

/** What a tool shows, as pictures and links ask for it. */
export interface Shown {
  /** Settles once all that it puts on the stage is there. */
  ready?: () => Promise<unknown>;
  /** Returns what draws it into pictures. */
  paint?: (session: Session, look: PaintedLook) => Painter | Promise<Painter>;
  /** Draws it for paper instead of the picture, as SVG. The clip is complete. */
  vector?: (session: Session, options: Pick<PictureOptions, 'theme' | 'background'>) => Promise<Blob>;
  /** What it says of a moment, seconds: written into pictures and films that are to have captions. */
  caption?: (time: number) => string;
  /** Seconds that it marks on the timeline. */
  marks?: number[];
  /** Goes to what comes next, or before. */
  step?: (way: 1 | -1) => void;
}

/** A picture that a tool draws into: its size in CSS pixels, its theme, and the part of the clip that all pictures together show, seconds. */
export interface PaintedLook {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  span?: [from: number, to: number];
}

/** Draws what a tool shows into a picture that the studio has just drawn. */
export interface Painter {
  draw(context: CanvasRenderingContext2D, studio: Studio, time: number): void;
  /** For figures in a row, which are cropped. */
  inRow?: {
    draw(context: CanvasRenderingContext2D, studio: Studio, time: number): void;
    /** The rectangle that it takes: left, top, right, bottom, CSS pixels. */
    box(studio: Studio, time: number): number[];
    /** What stands once below the row, as high as this, CSS pixels. */
    legendPx: number;
    legend(context: CanvasRenderingContext2D, at: { width: number; ratio: number; theme: 'dark' | 'light'; top: number }): void;
  };
}

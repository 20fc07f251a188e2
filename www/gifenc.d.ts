/** The parts of the package gifenc that are used; it has no types. */
type Colour = [red: number, green: number, blue: number];
type Depth = 'rgb565' | 'rgb444' | 'rgba4444';
/** A palette of at most `colours` colours for RGBA pixels. */
export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number, options?: { format?: Depth }): Colour[];
export function GIFEncoder(options?: { initialCapacity?: number }): {
  /** Frames without a palette use that of the first. `delay`: milliseconds; `repeat`: 0 is forever; `dispose`: 1 leaves the picture, 2 clears it. */
  writeFrame(
    index: Uint8Array,
    width: number,
    height: number,
    options: { palette?: Colour[]; delay: number; repeat?: number; transparent?: boolean; transparentIndex?: number; dispose?: 1 | 2 },
  ): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};

/** What is used of the package gifenc, which has no types of its own. */
type Colour = [red: number, green: number, blue: number];
type Depth = 'rgb565' | 'rgb444' | 'rgba4444';
/** A table of at most so many colours for pixels of four bytes. */
export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number, options?: { format?: Depth }): Colour[];
export function GIFEncoder(options?: { initialCapacity?: number }): {
  /** The first one's table is that of all which bring none. `delay`: milliseconds; `repeat`: 0 is for ever; `dispose`: 1 leaves the picture, 2 clears it. */
  writeFrame(index: Uint8Array, width: number, height: number, options: { palette?: Colour[], delay: number, repeat?: number, transparent?: boolean, transparentIndex?: number, dispose?: 1 | 2 }): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};

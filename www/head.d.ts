/** The requests of `head.js`. */
declare var mareyHead:
  | {
      adapter: Promise<import('./player/drawing/adapter.js').Adapter | null>;
      clip?: import('./player/loading/file-transfer.js').EarlyRequest;
    }
  | undefined;

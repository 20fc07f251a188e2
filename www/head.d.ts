/** The requests of `head.js`. */
declare var mareyHead: { adapter: Promise<import('./player/adapter.js').Adapter | null>, clip?: import('./player/file-transfer.js').EarlyRequest } | undefined;

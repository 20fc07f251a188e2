/** Addresses of the scripts that draw first while a GPU is slow, set by the build. */
declare const SLOW_SCRIPTS: string[];

/** The requests of `head.js`. */
declare var mareyHead: { adapter: Promise<import('./player/adapter.js').Adapter | null>, clip?: import('./player/file-transfer.js').EarlyRequest } | undefined;

/** Where the build has put what draws first while a GPU takes its time. */
declare const SLOW_SCRIPTS: string[];

/** What `head.js` has asked for. */
declare var mareyHead: { adapter: Promise<import('./player/adapter.js').Adapter | null>, clip?: import('./player/file-transfer.js').EarlyRequest } | undefined;

/** Controls a player in a frame from the embedding page, with the element's own names of methods, properties and events. */

/** @typedef {import('./frame.d.ts').FrameMessage} FrameMessage */
/** @typedef {import('./frame.d.ts').FrameRequest} FrameRequest */
/** @typedef {import('./frame.d.ts').FrameReadable} FrameReadable */
/** @typedef {import('./frame.d.ts').FrameState} FrameState */
/** @typedef {import('./frame.d.ts').FrameEvent | 'size'} Heard */
/** A request, which gets its id in `ask`. @typedef {Exclude<FrameRequest, { marey: 'cancel' | 'get' }> | { marey: 'get', id?: number, name: FrameReadable }} Asked */
/** @typedef {{ resolve: (value: any) => void, reject: (reason: Error) => void, message: Asked, progress?: (share: number) => void }} Call */

const METHODS = /** @type {const} */ ([
  'play',
  'pause',
  'load',
  'fastSeek',
  'seekToFrame',
  'stepFrame',
  'jointPosition',
  'canPlayType',
  'toBlob',
  'picture',
  'filmstrip',
  'convert',
  'addClip',
  'removeClip',
]);

/** @type {typeof import('./frame.d.ts').frame} */
export function frame(iframe, { fit = false } = {}) {
  /** @type {Map<unknown, Call>} */
  const calls = new Map();
  /** @type {Map<Heard, Set<(...args: any[]) => void>>} */
  const listeners = new Map();
  /** @type {FrameState | null} */
  let state = null;
  let lastId = 0;
  let connected = false;
  let closed = false;

  // A sandboxed frame has an opaque origin: messages cannot be addressed to it, and come from 'null'.
  const opaque = () => iframe.hasAttribute('sandbox') && !iframe.sandbox.contains('allow-same-origin');
  const origin = () => (opaque() ? 'null' : new URL(iframe.src, document.baseURI).origin);
  /** @param {FrameRequest | Asked} message */
  const post = (message, to = opaque() ? '*' : origin()) => iframe.contentWindow?.postMessage(message, to);
  /** A message that cannot be cloned rejects its own promise, and does not hold up the others. @param {Call} job */
  const send = ({ message, reject }) => {
    try {
      post(message);
    } catch (error) {
      calls.delete(message.id);
      reject(/** @type {Error} */ (error));
    }
  };

  /** @param {Asked} message @param {Call['progress']} [progress] @returns {Promise<any>} */
  const ask = (message, progress) =>
    new Promise((resolve, reject) => {
      message.id = lastId += 1;
      const job = { resolve, reject, message, progress };
      calls.set(message.id, job);
      if (connected) send(job);
    });
  const events = () => [...listeners.keys()];
  const listen = () => ask({ marey: 'listen', events: events() });
  /** Nobody awaits this promise, so errors go to the page's console. */
  const relisten = () =>
    listen().catch((error) => {
      if (!closed) reportError(error);
    });

  /** @param {MessageEvent<FrameMessage>} event */
  const onMessage = ({ source, origin: from, data }) => {
    if (source !== iframe.contentWindow || from !== origin() || !data) return;
    if (data.marey === 'ready') {
      // A reloaded frame has forgotten everything: subscribe again and repeat every unanswered call.
      const reloaded = connected;
      connected = false;
      if (reloaded) relisten();
      connected = true;
      calls.forEach(send);
    } else if (data.marey === 'result') {
      const job = calls.get(data.id);
      calls.delete(data.id);
      if (job && 'error' in data) job.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else if (job && 'value' in data) job.resolve(data.value);
    } else if (data.marey === 'progress') {
      calls.get(data.id)?.progress?.(data.share);
    } else if (data.marey === 'event') {
      state = data.state;
      for (const listener of listeners.get(data.type) ?? []) listener(data.detail, data.state);
    } else if (data.marey === 'size') {
      for (const listener of listeners.get('size') ?? []) listener(data);
    }
  };
  addEventListener('message', onMessage);

  /** @param {Heard} type @param {(...args: any[]) => void} listener */
  const on = (type, listener) => {
    const first = !listeners.has(type);
    listeners.set(type, new Set([...(listeners.get(type) ?? []), listener]));
    if (first) relisten();
    return () => void listeners.get(type)?.delete(listener);
  };
  if (fit) {
    on('size', ({ ratio, height }) => {
      iframe.style.aspectRatio = ratio ? `${ratio}` : '';
      iframe.style.height = ratio ? 'auto' : height ? `${height}px` : '';
    });
  }

  /** A signal and a function cannot be cloned, so they stay here. @param {import('./types.d.ts').FilmOptions} [options] */
  const film = async ({ signal, progress, ...options } = {}) => {
    signal?.throwIfAborted();
    const done = ask({ marey: 'call', name: 'film', args: [options] }, progress);
    const id = lastId;
    signal?.addEventListener('abort', () => {
      if (calls.has(id)) post({ marey: 'cancel', film: id });
    });
    return done;
  };

  // The frame may have loaded long ago. If not, this message is lost and its `ready` follows; until then it has no origin, hence '*'.
  const ready = listen();
  post({ marey: 'listen', id: lastId, events: events() }, '*');
  ready.then(
    () => {
      if (!connected) calls.forEach(send);
      connected = true;
    },
    () => {},
  );

  return /** @type {import('./frame.d.ts').FramePlayer} */ ({
    ready,
    get state() {
      return state;
    },
    get: (/** @type {FrameReadable} */ name) => ask({ marey: 'get', name }),
    set: (/** @type {import('./frame.d.ts').FrameWritable} */ name, /** @type {unknown} */ value) => ask({ marey: 'set', name, value }),
    on,
    film,
    close() {
      closed = true;
      removeEventListener('message', onMessage);
      for (const { reject } of calls.values()) reject(new Error('the frame was closed'));
      calls.clear();
    },
    ...Object.fromEntries(METHODS.map((name) => [name, (/** @type {unknown[]} */ ...args) => ask({ marey: 'call', name, args })])),
  });
}

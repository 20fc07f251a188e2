/** For pages that show the player in a frame: its methods, properties and events by the names that the element has. */

/** @typedef {import('./frame.d.ts').FrameMessage} FrameMessage */
/** @typedef {import('./frame.d.ts').FrameRequest} FrameRequest */
/** @typedef {import('./frame.d.ts').FrameState} FrameState */
/** @typedef {{ resolve: (value: any) => void, reject: (reason: Error) => void, message: FrameRequest, progress?: (share: number) => void }} Asked */

const METHODS = /** @type {const} */ (['play', 'pause', 'load', 'fastSeek', 'seekToFrame', 'stepFrame', 'jointPosition', 'canPlayType', 'toBlob', 'picture', 'filmstrip', 'convert']);

/** @type {typeof import('./frame.d.ts').frame} */
export function frame(iframe, { fit = false } = {}) {
  /** @type {Map<unknown, Asked>} */
  const asked = new Map();
  /** @type {Map<string, Set<(...args: any[]) => void>>} */
  const listeners = new Map();
  /** @type {FrameState | null} */
  let state = null;
  let numbers = 0;
  let there = false;
  let closed = false;

  // A sandboxed frame has no origin that a message could be addressed to, or come from.
  const opaque = () => iframe.hasAttribute('sandbox') && !iframe.sandbox.contains('allow-same-origin');
  const origin = () => (opaque() ? 'null' : new URL(iframe.src, document.baseURI).origin);
  /** @param {FrameRequest} message */
  const post = (message, to = opaque() ? '*' : origin()) => iframe.contentWindow?.postMessage(message, to);
  /** What cannot cross is told to whom it is from, and keeps nothing else back. @param {Asked} job */
  const send = ({ message, reject }) => {
    try {
      post(message);
    } catch (error) {
      asked.delete(message.id);
      reject(/** @type {Error} */ (error));
    }
  };

  /** @param {any} message @param {Asked['progress']} [progress] @returns {Promise<any>} */
  const ask = (message, progress) => new Promise((resolve, reject) => {
    message.id = numbers += 1;
    const job = { resolve, reject, message, progress };
    asked.set(message.id, job);
    if (there) send(job);
  });
  const events = () => /** @type {any[]} */ ([...listeners.keys()]);
  const listen = () => ask({ marey: 'listen', events: events() });
  /** Whoever listens waits for no answer: what is wrong with it goes to the page's console. */
  const relisten = () => listen().catch((error) => { if (!closed) reportError(error); });

  /** @param {MessageEvent<FrameMessage>} event */
  const heard = ({ source, origin: from, data }) => {
    if (source !== iframe.contentWindow || from !== origin() || !data) return;
    if (data.marey === 'ready') {
      // After a reload it knows of nothing: what is not answered yet is asked once more.
      const again = there;
      there = false;
      if (again) relisten();
      there = true;
      asked.forEach(send);
    } else if (data.marey === 'result') {
      const job = asked.get(data.id);
      asked.delete(data.id);
      if (job && 'error' in data) job.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else if (job && 'value' in data) job.resolve(data.value);
    } else if (data.marey === 'progress') {
      asked.get(data.id)?.progress?.(data.share);
    } else if (data.marey === 'event') {
      state = data.state;
      for (const listener of listeners.get(data.type) ?? []) listener(data.detail, data.state);
    } else if (data.marey === 'size') {
      for (const listener of listeners.get('size') ?? []) listener(data);
    }
  };
  addEventListener('message', heard);

  /** @param {string} type @param {(...args: any[]) => void} listener */
  const on = (type, listener) => {
    const first = !listeners.has(type);
    listeners.set(type, new Set([...listeners.get(type) ?? [], listener]));
    if (first) relisten();
    return () => void listeners.get(type)?.delete(listener);
  };
  if (fit) {
    on('size', ({ ratio, height }) => {
      iframe.style.aspectRatio = ratio ? `${ratio}` : '';
      iframe.style.height = ratio ? 'auto' : height ? `${height}px` : '';
    });
  }

  /** A signal and a function stay here: they are told apart from what crosses the frame. @param {import('./types.d.ts').FilmOptions} [options] */
  const film = async ({ signal, progress, ...options } = {}) => {
    signal?.throwIfAborted();
    const done = ask({ marey: 'call', name: 'film', args: [options] }, progress);
    const id = numbers;
    signal?.addEventListener('abort', () => { if (asked.has(id)) post({ marey: 'cancel', film: id }); });
    return done;
  };

  // It may have been there long before. If not, nobody hears this, and it tells when it comes; until then the frame is at no address.
  const ready = listen();
  post({ marey: 'listen', id: numbers, events: events() }, '*');
  ready.then(() => {
    if (!there) asked.forEach(send);
    there = true;
  }, () => {});

  return /** @type {any} */ ({
    ready,
    get state() { return state; },
    get: (/** @type {string} */ name) => ask({ marey: 'get', name }),
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => ask({ marey: 'set', name, value }),
    on,
    film,
    close() {
      closed = true;
      removeEventListener('message', heard);
      for (const { reject } of asked.values()) reject(new Error('the frame was closed'));
      asked.clear();
    },
    ...Object.fromEntries(METHODS.map((name) => [name, (/** @type {unknown[]} */ ...args) => ask({ marey: 'call', name, args })])),
  });
}

/** For pages that show the player in a frame: its methods, properties and events by the names that the element has. */

/** @typedef {import('./frame.d.ts').FrameMessage} FrameMessage */
/** @typedef {import('./frame.d.ts').FrameRequest} FrameRequest */
/** @typedef {import('./frame.d.ts').FrameState} FrameState */
/** @typedef {{ resolve: (value: any) => void, reject: (reason: Error) => void, message: FrameRequest}} Asked */

const METHODS = /** @type {const} */ (['play', 'pause', 'load', 'fastSeek', 'seekToFrame', 'stepFrame', 'jointPosition', 'canPlayType', 'toBlob']);

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
  const postAll = () => { for (const { message } of asked.values()) post(message); };

  /** @param {any} message @returns {Promise<any>} */
  const ask = (message) => new Promise((resolve, reject) => {
    message.id = numbers += 1;
    asked.set(message.id, { resolve, reject, message });
    if (there) post(message);
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
      postAll();
    } else if (data.marey === 'result') {
      const job = asked.get(data.id);
      asked.delete(data.id);
      if (job && 'error' in data) job.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else if (job && 'value' in data) job.resolve(data.value);
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

  // It may have been there long before. If not, nobody hears this, and it tells when it comes; until then the frame is at no address.
  const ready = listen();
  post({ marey: 'listen', id: numbers, events: events() }, '*');
  ready.then(() => {
    if (!there) postAll();
    there = true;
  }, () => {});

  return /** @type {any} */ ({
    ready,
    get state() { return state; },
    get: (/** @type {string} */ name) => ask({ marey: 'get', name }),
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => ask({ marey: 'set', name, value }),
    on,
    close() {
      closed = true;
      removeEventListener('message', heard);
      for (const { reject } of asked.values()) reject(new Error('the frame was closed'));
      asked.clear();
    },
    ...Object.fromEntries(METHODS.map((name) => [name, (/** @type {unknown[]} */ ...args) => ask({ marey: 'call', name, args })])),
  });
}

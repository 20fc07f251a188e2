// A player in a notebook, for anywidget. This module is small, since each widget brings its own copy; the player itself comes once a kernel, as
// another model, and is defined once a page.

/** Notebooks import this module anew for each widget: what is defined once is found under this name. */
const DEFINED = Symbol.for('marey-player');
/** Least milliseconds between messages while it plays. */
const LEAST = 250;
/** Players of one widget that differ less are together: each of them reports its own time while they play. */
const TOGETHER = 0.6;

/** @param {DataView | ArrayBuffer} data as the notebook's program delivers bytes */
const bytesOf = (data) => (data.buffer ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data));
const unpacked = (data) => new Response(new Blob([bytesOf(data)]).stream().pipeThrough(new DecompressionStream('gzip')));
const filesOf = (files) => Promise.all(files.map(async ({ name, data }) => new File([await unpacked(data).blob()], name)));
const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

async function define(model, host) {
  if (customElements.get('marey-player')) return;
  const reference = model.get('_shared_code');
  const code = host?.getModel ? await host.getModel(reference) : await model.widget_manager.get_model(reference.split(':')[1]);
  const url = URL.createObjectURL(new Blob([await unpacked(code.get('packed')).text()], { type: 'text/javascript' }));
  await import(url).finally(() => URL.revokeObjectURL(url));
}

/** The player, with the words that it keeps where no script runs. */
function elementFor(model) {
  const player = document.createElement('marey-player');
  const { width, height } = model.get('_size');
  Object.assign(player.style, { display: 'block', width, ...(height ? { height, aspectRatio: 'auto' } : { aspectRatio: '16/9' }) });
  for (const [name, value] of Object.entries(model.get('_options'))) player.setAttribute(name, value ?? '');
  return player;
}

/** Gives the player its files, and a clip beside its own for each further motion. */
async function load(player, model) {
  const own = model.get('_files');
  const clips = model.get('_clips').map((clip) => {
    const element = document.createElement('marey-clip');
    for (const [name, value] of Object.entries(clip.attributes)) element.setAttribute(name, value);
    player.append(element);
    return [element, clip.files];
  });
  for (const [element, files] of [[player, own], ...clips]) if (files.length) element.srcObject = await filesOf(files);
}

/** The index of a joint that Python names; -1 for none. */
function jointOf(player, joint) {
  const joints = player.clips[0]?.joints ?? [];
  return typeof joint === 'number' ? (joints[joint] ? joint : -1) : joints.findIndex(({ name }) => name === joint);
}

/** What Python sets, by the names of its attributes. */
const APPLIERS = {
  current_time(player, value) {
    if (Math.abs(player.currentTime - value) > 1e-4) player.currentTime = value;
  },
  playing(player, value) {
    if (value !== player.paused) return;
    if (value) player.play().catch(() => {});
    else player.pause();
  },
  selected_joint(player, value) {
    const index = jointOf(player, value);
    if (player.selectedJoint !== index) player.selectedJoint = index;
  },
  range(player, value) {
    if (!same(player.loopRange, value)) player.loopRange = value;
  },
  marks(player, value) {
    if (!same(player.marks, value)) player.marks = value;
  },
};
/** What a clip must be there for. */
const OF_CLIP = ['selected_joint', 'range', 'current_time', 'playing'];

/** The player that is telling something: listeners of a change know by it that another player of the same widget made it. */
let teller = null;

/** Tells Python what happens in the player. Returns what ends that. */
function tellOf(player, model, isRead) {
  let told = 0;
  let later;
  const send = () => {
    told = performance.now();
    model.save_changes();
  };
  const tell = (values, now = true) => {
    // The player's events come after what caused them, and some notebooks call listeners for equal values, too: only what differs is told.
    const changed = Object.entries(values).filter(([name, value]) => !same(value, model.get(name)));
    if (!changed.length) return;
    teller = player;
    for (const [name, value] of changed) model.set(name, value);
    teller = null;
    clearTimeout(later);
    const wait = now ? 0 : told + LEAST - performance.now();
    if (wait > 0) later = setTimeout(send, wait);
    else send();
  };
  const moment = () => isRead() && tell({ current_time: player.currentTime, playing: !player.paused });
  const listeners = {
    timeupdate: () => isRead() && tell({ current_time: player.currentTime, playing: !player.paused }, player.paused),
    seeked: moment,
    play: moment,
    pause: moment,
    ended: moment,
    jointselect({ detail: { index, name } }) {
      if (!isRead() || jointOf(player, model.get('selected_joint')) === index) return;
      const alike = player.clips[0]?.joints.filter((joint) => joint.name === name).length;
      tell({ selected_joint: index < 0 ? null : alike === 1 ? name : index });
    },
    rangechange: ({ detail }) => isRead() && tell({ range: detail.range }),
    markschange: ({ detail }) => tell({ marks: detail.marks }),
    error: ({ detail }) => tell({ error: detail.message }),
  };
  for (const [type, listener] of Object.entries(listeners)) player.addEventListener(type, listener);
  return {
    tell,
    stop() {
      for (const [type, listener] of Object.entries(listeners)) player.removeEventListener(type, listener);
      clearTimeout(later);
    },
  };
}

async function render({ model, el, host, signal }) {
  await (globalThis[DEFINED] ??= define(model, host).catch((error) => {
    delete globalThis[DEFINED];
    throw error;
  }));
  if (signal?.aborted) return undefined;
  // JupyterLab leaves the keys to the player: they would run and delete cells.
  el.dataset.lmSuppressShortcuts = 'true';
  const player = elementFor(model);
  let read = false;
  const telling = tellOf(player, model, () => read);
  const apply = (name) => APPLIERS[name](player, model.get(name));
  const listeners = Object.keys(APPLIERS).map((name) => {
    const changed = () => {
      if (teller === player || (!read && OF_CLIP.includes(name))) return;
      const drifts = name === 'current_time' && teller && !player.paused && Math.abs(player.currentTime - model.get(name)) < TOGETHER;
      if (!drifts) apply(name);
    };
    return [`change:${name}`, changed];
  });
  for (const [event, listener] of listeners) model.on(event, listener);
  player.addEventListener('cliploaded', ({ detail }) => {
    const first = !read;
    read = true;
    if (first) for (const name of OF_CLIP) if (name !== 'playing' || model.get(name)) apply(name);
    telling.tell({ joints: detail.joints.map(({ name }) => name), duration: detail.duration, error: '' });
  });
  if (model.get('marks') !== null) apply('marks');
  el.append(player);
  load(player, model);
  const close = () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    telling.stop();
    player.remove();
  };
  signal?.addEventListener('abort', close, { once: true });
  return close;
}

export default { render };

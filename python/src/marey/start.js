/** Runs at the end of the pages that Python writes: unpacks what is in them, and follows the notebook's colours. */
(async () => {
  const player = document.querySelector('marey-player');
  const packed = (kind, where = document) => [...where.querySelectorAll(`script[data-marey="${kind}"]`)];
  const unpack = async ({ textContent }) => {
    const bytes = Uint8Array.from(atob(textContent.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  };
  // The page around a frame, if it may be looked at.
  const around = (() => {
    try {
      return parent !== window && frameElement ? parent.document : null;
    } catch {
      return null;
    }
  })();

  if (around) followColours(around, frameElement);
  if (!customElements.get('marey-player')) {
    const source = packed('player')[0] ?? (await shared(around));
    if (!source) return;
    const script = document.createElement('script');
    script.textContent = await (await unpack(source)).text();
    document.head.append(script);
  }
  const filesOf = (clip) =>
    Promise.all(
      packed('file')
        .filter(({ dataset }) => dataset.clip === clip)
        .map(async (each) => new File([await unpack(each)], each.dataset.name)),
    );
  const clips = [...player.querySelectorAll('marey-clip')];
  for (const [index, element] of [player, ...clips].entries()) {
    const files = await filesOf(index ? String(index - 1) : undefined);
    if (files.length) element.srcObject = files;
  }

  /** The player from another cell, which may come later; says what to do where there is none. */
  function shared(page) {
    const found = () => page?.getElementById('marey-player-script');
    if (found()) return found();
    const words = document.createElement('p');
    words.append('The player is not here: run the cell with marey.script(), or show this with script="own".');
    player.before(words);
    return (
      page &&
      new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (!found()) return;
          observer.disconnect();
          words.remove();
          resolve(found());
        }).observe(page.body, { childList: true, subtree: true });
      })
    );
  }

  /** A frame knows nothing of the colours around it: what is behind it tells whether they are dark. */
  function followColours(page, frame) {
    const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const behind = (element) => {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = parent.getComputedStyle(element).backgroundColor;
      brush.fillRect(0, 0, 1, 1);
      return brush.getImageData(0, 0, 1, 1).data;
    };
    const follow = () => {
      // Without any colour it is the browser's own, as the page's colour scheme has it.
      let scheme = parent.getComputedStyle(page.documentElement).colorScheme.replace('normal', 'light');
      for (let at = frame; at; at = at.parentElement ?? at.getRootNode().host) {
        const [red, green, blue, opacity] = behind(at);
        if (opacity < 128) continue;
        scheme = 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
        break;
      }
      // Where both differ, browsers paint an opaque ground.
      for (const each of [document.documentElement, frame]) each.style.colorScheme = scheme;
    };
    const observer = new MutationObserver(follow);
    for (const each of [page.documentElement, page.body]) observer.observe(each, { attributes: true });
    // The page stays when a cell is run again and this frame goes.
    const gone = new AbortController();
    const { signal } = gone;
    page.addEventListener('transitionend', follow, { signal });
    page.addEventListener('load', follow, { signal, capture: true });
    parent.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow, { signal });
    addEventListener('pagehide', () => {
      observer.disconnect();
      gone.abort();
    });
    follow();
  }
})();

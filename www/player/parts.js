/**
 * Scripts that are fetched when they are first needed, and what is said when one does not come. Their names carry a hash of
 * their content: after an update the server no longer has the files that a page from before asks for.
 */
import { faultOf, named } from './faults.js';

/** Code of the faults that only loading the page again can mend. */
export const UPDATED = 'updated';
/** How long a failure is kept: some ask with every packet of a clip. */
const PAUSE_MS = 1000;

export const updated = () => named('load', 'updated', { code: UPDATED });

/** The fault of a file of the player's own. @param {number} status what the server answered, 0 for nothing */
export function absent(status) {
  if (!status) return named('load', 'part');
  // A server may also answer with some page where there is no such file.
  return status < 500 ? updated() : named('load', 'module', { about: status });
}

/** What `import()` throws does not tell why. @param {string} url */
const whyNot = async (url) => absent(await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(({ status }) => status, () => 0));

/** Another address for the same script: browsers may remember that the first one failed. @param {string} url @param {number} tries */
export const again = (url, tries) => (tries && !url.startsWith('data:') ? `${url}?again=${tries}` : url);

/** A script by its address, which no bundler knows. @param {string} url */
export const imported = (url) => import(url).catch(async () => { throw await whyNot(url); });

/**
 * A script that is fetched when it is first asked for. A failure is not remembered: whoever asks later tries again.
 * @template T
 * @param {() => Promise<T>} load a literal `import()`
 * @returns {() => Promise<T>}
 */
export function lazy(load) {
  /** @type {Promise<T> | undefined} */
  let asked;
  /** Some browsers remember that an address failed. These tell it, too. @type {string | undefined} */
  let failed;
  let tries = 0;

  const ask = async () => {
    if (failed) return imported(again(failed, tries += 1));
    try {
      return await load();
    } catch (error) {
      failed = /https?:\S+/.exec(String(error))?.[0];
      throw failed ? await whyNot(failed) : absent(0);
    }
  };

  return () => {
    asked ??= ask().catch((error) => {
      setTimeout(() => { asked = undefined; }, PAUSE_MS);
      throw error;
    });
    return asked;
  };
}

/**
 * The same, but it never throws: where the script does not come, `from` gets the event `partmissing` with the fault, and
 * once more without one when it has come after all.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(from: EventTarget) => Promise<T | null>}
 */
export function part(load) {
  const get = lazy(load);
  let missing = false;
  /** @param {EventTarget} from @param {unknown} error */
  const tell = (from, error) => {
    missing = Boolean(error);
    from.dispatchEvent(new CustomEvent('partmissing', { bubbles: true, detail: error ? faultOf(error) : null }));
  };
  return async (from) => {
    try {
      const script = await get();
      if (missing) tell(from, null);
      return script;
    } catch (error) {
      tell(from, error);
      return null;
    }
  };
}

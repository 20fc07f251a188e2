/** Loads scripts lazily. Their names carry a hash: after an update the server no longer has those that an older page requests. */
import { faultOf, named } from '../words/faults.js';

/** Code of the faults that only reloading the page cures. */
export const UPDATED = 'updated';
/** How long a failure is cached: some callers ask with every packet of a clip. */
const PAUSE_MS = 1000;

export const updatedFault = () => named('load', 'updated', { code: UPDATED });

/** The fault for a missing file of the player's own. @param {number} status HTTP status, 0 without a response */
export function missingPart(status) {
  if (!status) return named('load', 'part');
  // For a missing file a server may also answer with some page. 429: it has had too many requests.
  return status < 500 && status !== 429 ? updatedFault() : named('load', 'module', { about: status });
}

/** Finds the fault of a failed import, whose error does not report the reason. @param {string} url */
const whyNot = async (url) =>
  missingPart(
    await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status,
      () => 0,
    ),
  );

/** A new address for the same script, since browsers may cache the failure of the first. @param {string} url @param {number} tries */
export const retryUrl = (url, tries) => (tries && !url.startsWith('data:') ? `${url}?again=${tries}` : url);

/** Imports a script by an address that no bundler rewrites. @param {string} url */
export const importFrom = (url) =>
  import(url).catch(async () => {
    throw await whyNot(url);
  });

/**
 * A function that fetches a script on its first call. A failure is forgotten after PAUSE_MS, so that later calls try again.
 * @template T @param {() => Promise<T>} load a literal `import()` @returns {() => Promise<T>}
 */
export function lazy(load) {
  /** @type {Promise<T> | undefined} */
  let loading;
  /** Address of the failed import, if the error names it: some browsers cache failures. @type {string | undefined} */
  let failed;
  let tries = 0;

  const ask = async () => {
    if (failed) return importFrom(retryUrl(failed, (tries += 1)));
    try {
      return await load();
    } catch (error) {
      failed = /https?:\S+/.exec(String(error))?.[0];
      throw failed ? await whyNot(failed) : missingPart(0);
    }
  };

  return () => {
    loading ??= ask().catch((error) => {
      setTimeout(() => {
        loading = undefined;
      }, PAUSE_MS);
      throw error;
    });
    return loading;
  };
}

/**
 * Like `lazy`, but resolves with null instead of rejecting: `from` then gets the event `partmissing` with the fault, and another
 * with null once the script has loaded after all.
 * @template T @param {() => Promise<T>} load @returns {(from: EventTarget) => Promise<T | null>}
 */
export function part(load) {
  const get = lazy(load);
  let missing = false;
  /** @param {EventTarget} from @param {unknown} error */
  const report = (from, error) => {
    missing = Boolean(error);
    from.dispatchEvent(new CustomEvent('partmissing', { bubbles: true, detail: error ? faultOf(error) : null }));
  };
  return async (from) => {
    try {
      const script = await get();
      if (missing) report(from, null);
      return script;
    } catch (error) {
      report(from, error);
      return null;
    }
  };
}

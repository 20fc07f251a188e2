/** Makes a function that calls another one after the present task, once however often it was called. @param {() => void} act @returns {() => void} */
export function batched(act) {
  let pending = false;
  return () => {
    if (pending) return;
    pending = true;
    queueMicrotask(() => {
      pending = false;
      act();
    });
  };
}

/** An event that parts of the app without a common parent listen to. */
export interface Signal<Value = void> {
  /** Calls the listener on each event. Returns an unsubscribe function. */
  subscribe: (listener: (value: Value) => void) => () => void;
  emit: (value: Value) => void;
}

export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
  };
}

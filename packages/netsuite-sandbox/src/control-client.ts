import type { SandboxControl } from './control/control.ts';

export type { SandboxControl };

/** A client for the control interface at `controlUrl`. Every call rejects with the sandbox's message when it is refused. */
export function createSandboxControl(controlUrl: string): SandboxControl {
  const call = async (name: string, ...values: unknown[]) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${controlUrl}/${name}`, { method: 'POST', headers, body: JSON.stringify(values) });
    const answer = (await response.json()) as { error?: string };
    if (!response.ok) throw new Error(`${name}: ${answer.error ?? response.status}`);
    return answer;
  };
  const get = (_: SandboxControl, name: string) => call.bind(undefined, name);
  return new Proxy({} as SandboxControl, { get });
}

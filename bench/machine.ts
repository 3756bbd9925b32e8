import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine that the figures were measured on. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

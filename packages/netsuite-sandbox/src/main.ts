import { readEnvironment } from './environment.ts';
import { startSandbox } from './start-sandbox.ts';

try {
  const options = readEnvironment(process.env);
  const sandbox = await startSandbox(options);
  console.log(`NetSuite sandbox ready at ${sandbox.url} (control interface: ${sandbox.controlUrl})`);
  const stop = () => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    void sandbox.close();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
} catch (error) {
  console.error(`NetSuite sandbox: ${describe(error)}`);
  process.exitCode = 1;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBusy = 'code' in error && error.code === 'EADDRINUSE';
  return isBusy ? `${error.message}; SANDBOX_PORT names another port.` : error.message;
}

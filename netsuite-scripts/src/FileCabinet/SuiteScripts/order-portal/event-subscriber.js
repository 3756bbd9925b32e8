/**
 * Notifies the portal of created, updated and deleted records after they were saved. For accounts of release 2026.2 or
 * later.
 *
 * @NApiVersion 2.1
 * @NScriptType EventSubscriber
 */
define(['N/log', './notify'], (log, { notify }) => {
  async function handle({ context, payload }) {
    try {
      notify(context.recordType, payload.recordId);
    } catch (error) {
      log.error({ title: 'The portal reads the record at its next sync', details: error });
    }
  }

  return { handle };
});

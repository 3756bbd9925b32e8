/**
 * Notifies the portal of created, edited and deleted records. For accounts before release 2026.2.
 *
 * @NApiVersion 2.1
 * @NScriptType UserEventScript
 */
define(['N/cache', 'N/log', './notify'], (cache, log, { notify }) => {
  /** The shortest time that N/cache keeps a value. */
  const PAUSE_SECONDS = 300;

  /**
   * Runs within the save, which waits for it. So it never throws, tries once, and after a failure sends nothing for five
   * minutes: an unreachable portal delays one save, not all of them. The portal's next sync reads what was not sent.
   */
  function afterSubmit({ oldRecord, newRecord }) {
    try {
      const pauses = cache.getCache({ name: 'order-portal', scope: cache.Scope.PRIVATE });
      if (pauses.get({ key: 'pause' })) return;
      try {
        const { type, id } = oldRecord ?? newRecord;
        notify(type, id);
      } catch (error) {
        pauses.put({ key: 'pause', value: 'T', ttl: PAUSE_SECONDS });
        throw error;
      }
    } catch (error) {
      log.error({ title: 'The portal reads changed records at its next sync', details: error });
    }
  }

  return { afterSubmit };
});

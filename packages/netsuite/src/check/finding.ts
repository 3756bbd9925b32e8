/** What a finding is about. */
export type Topic = 'sign-in' | 'clock' | 'permissions' | 'features' | 'records' | 'columns' | 'limits' | 'speed';

/** One result of the check, as one sentence. A failed one names the setting that cures it; a note may be intended. */
export interface Finding {
  readonly topic: Topic;
  readonly result: 'passed' | 'note' | 'failed';
  readonly message: string;
}

export const passed = (topic: Topic, message: string): Finding => ({ topic, result: 'passed', message });
export const note = (topic: Topic, message: string): Finding => ({ topic, result: 'note', message });
export const failed = (topic: Topic, message: string): Finding => ({ topic, result: 'failed', message });

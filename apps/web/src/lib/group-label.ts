import { isRole } from './role.ts';
import { t } from './texts.ts';

/** Display name of a group: a label while the name is still its type, otherwise the edited name. */
export function groupLabel(name: string): string {
  return isRole(name) ? t(`role.${name}`) : name;
}

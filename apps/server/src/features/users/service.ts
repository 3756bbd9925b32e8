export { type Placement, placeUser, type WantedPlacement } from './placement.ts';
export { insertUser } from './queries.ts';

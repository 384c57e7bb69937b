// What the parts of the moderators' page share.
import type { components } from '../../lib/schema';
import { _, dateOf } from '../../lib/i18n.svelte';

type Schemas = components['schemas'];
export type Report = Schemas['Report'];
export type ModeratedPerson = Schemas['ModeratedPerson'];
export type BlockInfo = Schemas['BlockInfo'];
export type SeriesInfo = Schemas['SeriesInfo'];
export type InvitationInfo = Schemas['InvitationInfo'];
export type AuditEntry = Schemas['AuditEntry'];
export interface Someone {
  id: string;
  name: string;
}

/** How a block is told: until when, or that it has no end. */
export const blockText = (block: BlockInfo): string =>
  block.until ? _('blocked until {date}', { date: dateOf(block.until) }) : _('blocked');

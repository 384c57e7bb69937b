// The game's part of the companion page.
import type { CompanionUi } from '../../manifest';
import Form from './Form.svelte';
import { emptyPosition, type Box, type Position } from './position';

export const companion: CompanionUi<Box, Position> = { Form, emptyPosition, layout: 'wide' };

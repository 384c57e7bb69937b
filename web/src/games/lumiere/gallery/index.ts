// The game's pictures for the component gallery.
import type { GalleryUi } from '../../manifest';
import Picture from './Picture.svelte';

export const gallery: GalleryUi = { Picture };

/** The files of a language, the more general first: pt-BR holds only what differs from pt. */
export const catalogues = (tag, { files }) =>
  [tag.split('-')[0], tag].map((one) => `locale-${one}.zip`).filter((name, at, all) => files[name] && all.indexOf(name) === at);

// Our archives store their files without compression. So a file of Python's can be a view of the archive, and nothing is
// copied: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
const END = 0x06054b50; // of the end of the list of files
const LENGTH_OF_END = 22; // there are no comments
const LENGTH_OF_ENTRY = 46;
const LENGTH_OF_HEAD = 30;

/** The names and contents of the files in an archive. */
function* filesOf(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - LENGTH_OF_END;
  if (view.getUint32(end, true) !== END) throw new Error('the archive is damaged');
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [size, nameLength, head] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(archive.subarray(at + LENGTH_OF_ENTRY, at + LENGTH_OF_ENTRY + nameLength));
    const start = head + LENGTH_OF_HEAD + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    yield [name, archive.subarray(start, start + size)];
    at += LENGTH_OF_ENTRY + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Lay the files of an archive into a folder of Pyodide's file system, over what is there. */
export function unpack(FS, archive, folder) {
  for (const [name, contents] of filesOf(archive)) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, contents, { canOwn: true });
  }
}

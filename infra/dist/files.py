"""Files of a package, and archives whose bytes depend on nothing but these files."""

import gzip
import hashlib
import io
import tarfile
from pathlib import Path


def archive(files, epoch, links=(), folders=()):
    """A tar of `{path: (bytes or Path, mode)}`, links `{path: target}` and folders `{path: (mode, uid)}`; all belong to root
    unless said otherwise."""
    out, made = io.BytesIO(), set()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:

        def add(path, kind, mode, data=b"", target="", owner=0):
            info = tarfile.TarInfo(path)
            info.type, info.mode, info.mtime, info.size, info.linkname = kind, mode, epoch, len(data), target
            info.uid = info.gid = owner
            tar.addfile(info, io.BytesIO(data))

        def add_parents(path):
            for parent in reversed(Path(path).parents[:-1]):
                if str(parent) not in made:
                    made.add(str(parent))
                    add(str(parent), tarfile.DIRTYPE, 0o755)

        for path, (mode, owner) in sorted(dict(folders).items()):
            add_parents(path)
            made.add(path)
            add(path, tarfile.DIRTYPE, mode, owner=owner)
        for path, (source, mode) in sorted(files.items()):
            add_parents(path)
            add(path, tarfile.REGTYPE, mode, contents(source))
        for path, target in sorted(dict(links).items()):
            add_parents(path)
            add(path, tarfile.SYMTYPE, 0o777, target=target)
    return out.getvalue()


def contents(source):
    return source.read_bytes() if isinstance(source, Path) else source


def gzipped(data, level):
    return gzip.compress(data, level, mtime=0)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def checksums(folder):
    """SHA256SUMS of a folder's files, as `sha256sum --check` reads it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{sha256((folder / name).read_bytes())}  {name}\n" for name in names]
    (folder / "SHA256SUMS").write_text("".join(lines))

"""The packages, one function each: a release and the files that all share, to a file in the folder."""

import base64
import gzip
import hashlib
import json
import os
import subprocess
import tempfile
import zipfile
from pathlib import Path

import files
from release import HOMEPAGE, LICENSE, ROOT, SUMMARY, text

COMPLETIONS = {"bash": "platen", "zsh": "_platen", "fish": "platen.fish"}
MAINTAINER = "The Platen project <platen@users.noreply.github.com>"


def manual(release):
    """`{name: bytes}` of all manual pages."""
    with tempfile.TemporaryDirectory() as folder:
        release.run("man", folder)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def tarball(release, shared, to):
    """For any Linux: unpack it, and it runs."""
    name = f"platen-{release.version}-{release.triple}"
    inside = {"platen": (release.binary, 0o755)}
    for path in ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"]:
        inside[path] = (text(path), 0o644)
    beside = ["infra/platen.service", "infra/compose.yaml", "infra/compose-several.yaml", "infra/queues.conf"]
    for path in ["docs/install.md", "docs/self-hosting.md", *beside]:
        inside[Path(path).name] = (text(path), 0o644)
    for path in sorted((ROOT / "infra/proxy").iterdir()):
        inside[f"proxy/{path.name}"] = (path, 0o644)
    inside |= {path: (data, 0o644) for path, data in shared.items()}
    inside |= {f"man/man1/{page}": (data, 0o644) for page, data in manual(release).items()}
    for shell, file in COMPLETIONS.items():
        inside[f"completions/{file}"] = (release.run("completions", shell), 0o644)
    tar = files.archive({f"{name}/{path}": it for path, it in inside.items()}, release.epoch)
    (to / f"{name}.tar.gz").write_bytes(files.gzipped(tar, release.level))


def deb(release, shared, to):
    """For Debian and Ubuntu: the program, its unit, its user and /etc/default/platen."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "deb"

        def put(path, data, mode=0o644):
            target = place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files.contents(data))
            target.chmod(mode)

        put("usr/bin/platen", release.binary, 0o755)
        unit = text("infra/platen.service").decode().replace("/usr/local/bin/", "/usr/bin/")
        put("lib/systemd/system/platen.service", unit.encode())
        # FreeType's name is in a table of fonts' instructions; its library is not in the program.
        put("usr/share/lintian/overrides/platen", b"platen: embedded-library freetype [usr/bin/platen]\n")
        put("etc/default/platen", text("infra/dist/debian/default"))
        put("usr/share/doc/platen/copyright", text("infra/dist/debian/copyright"))
        entry = f"platen ({release.version}) stable; urgency=medium\n\n  * See {HOMEPAGE}/blob/main/CHANGELOG.md\n\n"
        date = subprocess.run(["date", "-u", "-R", f"-d@{release.epoch}"], check=True, capture_output=True, text=True)
        entry += f" -- {MAINTAINER}  {date.stdout}"
        put("usr/share/doc/platen/changelog.gz", gzip.compress(entry.encode(), 9, mtime=0))
        for path, data in shared.items():
            put(f"usr/share/doc/platen/{path}.gz", gzip.compress(data, 9, mtime=0))
        for page, data in manual(release).items():
            put(f"usr/share/man/man1/{page}.gz", gzip.compress(data, 9, mtime=0))
        shells = {"bash": "bash-completion/completions/", "zsh": "zsh/vendor-completions/", "fish": "fish/vendor_completions.d/"}
        for shell, where in shells.items():
            put(f"usr/share/{where}{COMPLETIONS[shell]}", release.run("completions", shell))
        size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) // 1024
        put("DEBIAN/control", _control(release, size))
        put("DEBIAN/conffiles", b"/etc/default/platen\n")
        for script in ["postinst", "prerm", "postrm"]:
            put(f"DEBIAN/{script}", text(f"infra/dist/debian/{script}"), 0o755)
        target = to / f"platen_{release.version}_{release.debian}.deb"
        how = ["-Zxz", f"-z{release.level}"] if release.level > 1 else ["-Zgzip", "-z1"]
        command = ["dpkg-deb", "--root-owner-group", *how, "--build", place, target]
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(release.epoch)}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


def _control(release, kibibytes):
    fields = {
        "Package": "platen",
        "Version": release.version,
        "Architecture": release.debian,
        "Maintainer": MAINTAINER,
        "Installed-Size": kibibytes,
        "Depends": f"libc6 (>= {release.glibc}), libgcc-s1, adduser",
        "Recommends": "ca-certificates",
        "Section": "text",
        "Priority": "optional",
        "Homepage": HOMEPAGE,
        "Description": "documents from Word templates and data\n"
        " Platen fills Word templates with JSON, CSV or Excel data and makes Word and\n"
        " PDF documents, on the command line and as an HTTP service with a console in\n"
        " the browser. It needs neither an office suite nor a database.",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items()).encode()


def wheel(release, shared, to):
    """For `pip install`: the program lands in the environment's bin."""
    tag = f"py3-none-manylinux_{release.glibc.replace('.', '_')}_{release.uname}"
    information = f"platen-{release.version}.dist-info"
    readme = text("infra/dist/README-python.md").decode()
    metadata = f"Metadata-Version: 2.4\nName: platen\nVersion: {release.version}\nSummary: {SUMMARY}\n"
    metadata += f"License-Expression: {LICENSE}\nLicense-File: LICENSE\nRequires-Python: >=3.8\n"
    metadata += f"Project-URL: Homepage, {HOMEPAGE}\nDescription-Content-Type: text/markdown\n\n{readme}"
    inside = {
        f"platen-{release.version}.data/scripts/platen": (release.binary.read_bytes(), 0o755),
        f"{information}/METADATA": (metadata.encode(), 0o644),
        f"{information}/WHEEL": (f"Wheel-Version: 1.0\nGenerator: platen\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644),
        f"{information}/licenses/LICENSE": (text("LICENSE"), 0o644),
    }
    # PEP 770 names the folder of bills of materials.
    for path, data in shared.items():
        folder = "sboms" if path.endswith(".json") else "licenses"
        inside[f"{information}/{folder}/{path}"] = (data, 0o644)
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    record = [f"{path},sha256={digest(data)},{len(data)}\n" for path, (data, _) in inside.items()]
    inside[f"{information}/RECORD"] = ("".join([*record, f"{information}/RECORD,,\n"]).encode(), 0o644)
    with zipfile.ZipFile(to / f"platen-{release.version}-{tag}.whl", "w", zipfile.ZIP_DEFLATED, compresslevel=release.level) as out:
        for path, (data, mode) in inside.items():
            # A ZIP has no time before 1980.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, data)


def npm(release, shared, to):
    """For `npx platen`: a package that starts the program, and one with the program for each kind of machine."""
    about = {"version": release.version, "license": LICENSE, "repository": {"type": "git", "url": f"git+{HOMEPAGE}.git"}}
    names = {machine: f"@platen/linux-{machine}" for machine in ["x64", "arm64"]}
    launcher = {
        "name": "platen",
        "description": SUMMARY,
        "bin": {"platen": "platen.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {name: release.version for name in names.values()},
        **about,
    }
    program = {
        "name": names[release.npm],
        "description": f"The program of the package platen, for Linux on {release.npm}",
        "os": ["linux"],
        "cpu": [release.npm],
        "libc": ["glibc"],
        **about,
    }
    beside = {"LICENSE": (text("LICENSE"), 0o644), "README.md": (text("infra/dist/README-npm.md"), 0o644)}
    code = {"platen.js": (text("infra/dist/platen.js"), 0o755)}
    licensed = {path: (data, 0o644) for path, data in shared.items()}
    _npm(release, launcher, beside | code, to / f"platen-{release.version}.tgz")
    file = to / f"platen-linux-{release.npm}-{release.version}.tgz"
    _npm(release, program, beside | licensed | {"bin/platen": (release.binary, 0o755)}, file)


def _npm(release, manifest, inside, file):
    inside = inside | {"package.json": ((json.dumps(manifest, indent=2) + "\n").encode(), 0o644)}
    tar = files.archive({f"package/{path}": it for path, it in inside.items()}, release.epoch)
    file.write_bytes(files.gzipped(tar, release.level))

"""An OCI image without a daemon and without a shell in it: the program, the libraries that it is linked to, and the certificates
of public authorities, each copied from this machine. What the copies come from is recorded where scanners look for it."""

import datetime
import json
import re
import subprocess
from pathlib import Path

import files
from release import HOMEPAGE, LICENSE, SUMMARY, text

USER = 65532
PASSWD = f"root:x:0:0:root:/root:/sbin/nologin\nplaten:x:{USER}:{USER}:Platen:/data:/sbin/nologin\n"
GROUP = f"root:x:0:\nplaten:x:{USER}:\n"
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"


def image(release, shared, to):
    """The image as one file, which `docker load`, `podman load`, `skopeo` and containerd read."""
    base = files.archive(*_base(release))
    inside = {"usr/bin/platen": (release.binary, 0o755)}
    inside |= {f"usr/share/doc/platen/{path}": (data, 0o644) for path, data in (shared | {"LICENSE": text("LICENSE")}).items()}
    layers = [base, files.archive(inside, release.epoch)]
    blobs = {}

    def blob(data, kind, **more):
        digest = files.sha256(data)
        blobs[f"blobs/sha256/{digest}"] = (data, 0o644)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data), **more}

    packed = [blob(files.gzipped(layer, release.level), "application/vnd.oci.image.layer.v1.tar+gzip") for layer in layers]
    created = datetime.datetime.fromtimestamp(release.epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    config = blob(_json(_config(release, layers, created)), "application/vnd.oci.image.config.v1+json")
    manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config, "layers": packed}
    name = f"platen:{release.version}"
    names = {"org.opencontainers.image.ref.name": release.version, "io.containerd.image.name": f"docker.io/library/{name}"}
    platform = {"os": "linux", "architecture": release.oci}
    entry = blob(_json(manifest), manifest["mediaType"], annotations=names, platform=platform)
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [entry]}
    path = lambda descriptor: "blobs/sha256/" + descriptor["digest"].removeprefix("sha256:")
    # What `docker load` reads besides, where it knows no OCI layout.
    docker = [{"Config": path(config), "RepoTags": [name], "Layers": [path(layer) for layer in packed]}]
    whole = blobs | {
        "oci-layout": (_json({"imageLayoutVersion": "1.0.0"}), 0o644),
        "index.json": (_json(index), 0o644),
        "manifest.json": (_json(docker), 0o644),
    }
    (to / f"platen-{release.version}-oci-{release.oci}.tar").write_bytes(files.archive(whole, release.epoch))


def _config(release, layers, created):
    second = 1_000_000_000
    return {
        "created": created,
        "os": "linux",
        "architecture": release.oci,
        "config": {
            "User": f"{USER}:{USER}",
            "Entrypoint": ["/usr/bin/platen"],
            "Cmd": ["serve", "--listen", "0.0.0.0:8080"],
            "Env": ["PATH=/usr/bin", "PLATEN_DATA=/data"],
            "WorkingDir": "/data",
            "ExposedPorts": {"8080/tcp": {}},
            "Volumes": {"/data": {}},
            "StopSignal": "SIGTERM",
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/platen", "health"],
                "Interval": 30 * second,
                "Timeout": 10 * second,
                "StartPeriod": 20 * second,
                "Retries": 3,
            },
            "Labels": {
                "org.opencontainers.image.title": "platen",
                "org.opencontainers.image.description": SUMMARY,
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": LICENSE,
                "org.opencontainers.image.source": HOMEPAGE,
                "org.opencontainers.image.created": created,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{files.sha256(layer)}" for layer in layers]},
        "history": [{"created": created, "created_by": "make dist"} for _ in layers],
    }


def _base(release):
    """What `files.archive` takes: what changes only with the machine's own packages."""
    said = subprocess.run(["ldd", release.binary], check=True, capture_output=True, text=True).stdout
    copied = [*re.findall(r"(/\S+) \(0x", said), f"/{CERTIFICATES}"]
    inside = {
        "etc/passwd": (PASSWD.encode(), 0o644),
        "etc/group": (GROUP.encode(), 0o644),
        "etc/nsswitch.conf": (b"hosts: files dns\n", 0o644),
    }
    packages = {}
    for path in copied:
        inside[path.removeprefix("/")] = (Path(path).resolve().read_bytes(), 0o755 if ".so" in path else 0o644)
        if package := _package(path):
            packages[package] = None
    for package in packages:
        # As Google's "distroless" images record theirs.
        status = subprocess.run(["dpkg-query", "-s", package], check=True, capture_output=True).stdout
        inside[f"var/lib/dpkg/status.d/{package}"] = (status, 0o644)
        copyright = Path(f"/usr/share/doc/{package}/copyright")
        inside[str(copyright).removeprefix("/")] = (copyright.read_bytes(), 0o644)
    if packages:
        inside["etc/os-release"] = (Path("/etc/os-release").read_bytes(), 0o644)
    return inside, release.epoch, {}, {"proc": (0o555, 0), "dev": (0o755, 0), "tmp": (0o1777, 0), "data": (0o700, USER)}


def _package(path):
    """The Debian package of a file; `None` on other systems, and for what no package holds."""
    if path == f"/{CERTIFICATES}":
        # Written from the package's certificates when it was installed.
        path = "/usr/sbin/update-ca-certificates"
    for known in [path, str(Path(path).resolve())]:
        for where in [known, known.removeprefix("/usr")]:
            try:
                found = subprocess.run(["dpkg-query", "-S", where], capture_output=True, text=True)
            except FileNotFoundError:
                return None
            if found.returncode == 0:
                return found.stdout.split(":")[0]
    return None


def _json(value):
    return json.dumps(value, indent=1).encode()

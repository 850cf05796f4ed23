"""The Helm chart as one file, with the version of the program."""

import files
from release import ROOT


def chart(release, _shared, to):
    """For `helm install platen platen-VERSION-chart.tgz`."""
    folder = ROOT / "infra/helm/platen"
    inside = {f"platen/{path.relative_to(folder)}": (path, 0o644) for path in folder.rglob("*") if path.is_file()}
    inside["platen/dashboard.json"] = (ROOT / "infra/grafana.json", 0o644)
    manifest = (folder / "Chart.yaml").read_text().replace("0.0.0", release.version)
    inside["platen/Chart.yaml"] = (manifest.encode(), 0o644)
    tar = files.archive(inside, release.epoch)
    (to / f"platen-{release.version}-chart.tgz").write_bytes(files.gzipped(tar, release.level))

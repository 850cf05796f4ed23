"""What a document's data stores hold, read without the product: JSON on standard output.

`bound`: for each content control that is bound to a store, its XPath, what stands there, and what the control shows.
`stores`: all text and attribute values of all stores.
"""
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

CORE, EXTENDED = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "{6668398D-A668-4E3E-A5EB-62B293D839F1}"


def local(name):
    return name.rsplit("}", 1)[-1]


def attribute(element, name):
    return next((value for key, value in element.attrib.items() if local(key) == name), None)


def children(element, name):
    return [child for child in element if local(child.tag) == name]


def at(root, xpath):
    """The element or attribute value at a path of names and positions."""
    here = None
    for step in filter(None, xpath.split("/")):
        name, position = re.fullmatch(r"([^\[]+)(?:\[(\d+)\])?", step).groups()
        name = name.rsplit(":", 1)[-1]
        if name.startswith("@"):
            return attribute(here, name[1:])
        if name == "text()":
            continue
        found = [root] if here is None and local(root.tag) == name else children(here, name) if here is not None else []
        if len(found) < int(position or 1):
            return None
        here = found[int(position or 1) - 1]
    return "".join(here.itertext())


def main(path):
    package = zipfile.ZipFile(path)
    parse = lambda name: ElementTree.fromstring(package.read(name))
    names = package.namelist()
    stores = {}
    for name in names:
        if match := re.fullmatch(r"customXml/itemProps(\d+)\.xml", name):
            stores[attribute(parse(name), "itemID").upper()] = parse(f"customXml/item{match[1]}.xml")
    for key, name in [(CORE, "docProps/core.xml"), (EXTENDED, "docProps/app.xml")]:
        if name in names:
            stores[key] = parse(name)
    bound = []
    for name in [n for n in names if re.fullmatch(r"word/(document|header\d*|footer\d*)\.xml", n)]:
        for control in parse(name).iter():
            if local(control.tag) != "sdt":
                continue
            properties, content = children(control, "sdtPr")[0], children(control, "sdtContent")[0]
            for binding in children(properties, "dataBinding"):
                store = stores.get((attribute(binding, "storeItemID") or "").upper())
                if store is not None:
                    shown = "".join(e.text or "" for e in content.iter() if local(e.tag) == "t")
                    kind = [local(child.tag) for child in properties]
                    xpath = attribute(binding, "xpath")
                    bound.append({"xpath": xpath, "stored": at(store, xpath), "shown": shown, "kind": kind})
    every = [value for store in stores.values() for e in store.iter() for value in [e.text or "", *e.attrib.values()]]
    json.dump({"bound": bound, "stores": " | ".join(every)}, sys.stdout)


main(sys.argv[1])

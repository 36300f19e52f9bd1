"""The other side of `node research/train-compare.ts`: LightGBM on rows that the bank's own learner has.

export NAME DIR   writes a public set of scikit-learn or statsmodels as x.f32 and y.u8
train DIR         trains on the folds of DIR/spec.json and writes scores.f64 and took.json
versions          says which versions are here
"""

import json
import sys
import time
from pathlib import Path

import numpy as np


def breast_cancer():
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    return data.data, 1 - data.target


def fair():
    from statsmodels.datasets import fair as source

    rows = source.load_pandas().data
    return rows.drop(columns=["affairs"]).to_numpy(), (rows["affairs"] > 0).to_numpy()


def randhie():
    from statsmodels.datasets import randhie as source

    rows = source.load_pandas().data
    return rows.drop(columns=["mdvis"]).to_numpy(), (rows["mdvis"] > 0).to_numpy()


SETS = {"breast-cancer": breast_cancer, "fair": fair, "randhie": randhie}


def export(name, folder):
    x, y = SETS[name]()
    x = np.ascontiguousarray(x, dtype=np.float32)
    x.tofile(folder / "x.f32")
    np.asarray(y, dtype=np.uint8).tofile(folder / "y.u8")
    print(json.dumps({"rows": int(x.shape[0]), "columns": int(x.shape[1])}))


def train(folder):
    import lightgbm

    spec = json.loads((folder / "spec.json").read_text())
    x = np.fromfile(folder / "x.f32", dtype=np.float32).reshape(spec["rows"], spec["columns"])
    y = np.fromfile(folder / "y.u8", dtype=np.uint8)
    fold = np.fromfile(folder / "fold.u8", dtype=np.uint8)
    scores = np.full(spec["rows"], np.nan)
    took = 0.0
    for held in spec["held"]:
        teaches = (fold != held) & (fold != 255)
        rows = np.ascontiguousarray(x[teaches])
        began = time.process_time()
        data = lightgbm.Dataset(rows, y[teaches], free_raw_data=False)
        model = lightgbm.train(spec["parameters"], data, num_boost_round=spec["rounds"])
        took += time.process_time() - began
        measures = fold == held
        scores[measures] = model.predict(x[measures])
    scores.tofile(folder / "scores.f64")
    (folder / "took.json").write_text(json.dumps({"seconds": took}))


def versions():
    import lightgbm
    import sklearn
    import statsmodels

    print(
        json.dumps(
            {
                "lightgbm": lightgbm.__version__,
                "scikit-learn": sklearn.__version__,
                "statsmodels": statsmodels.__version__,
            }
        )
    )


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "export":
        export(rest[0], Path(rest[1]))
    elif command == "train":
        train(Path(rest[0]))
    else:
        versions()
